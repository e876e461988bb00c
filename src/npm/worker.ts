/** The program of a worker in a browser. */
import { listener } from "./engine.js"

const listen = listener((reply) => postMessage(reply))
onmessage = ({ data }) => listen(data)
