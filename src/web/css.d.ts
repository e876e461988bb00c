declare module "*.css"
/** Files that the build makes, as text or in base64. */
declare module "built/*" {
  const content: string
  export default content
}
