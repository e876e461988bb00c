/** The program of the worker in a browser. */
import { messageHandler } from "./engine.js"

const listen = messageHandler(reply => postMessage(reply))
onmessage = ({ data }) => listen(data)
