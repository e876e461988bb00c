declare module "*.css"
/** What the build makes first, as text, or in base 64. */
declare module "built/*" {
  const content: string
  export default content
}
