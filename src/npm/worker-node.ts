/** The program of a worker in Node. */
import { parentPort } from "node:worker_threads"
import { listener } from "./engine.js"

parentPort?.on("message", listener((reply) => parentPort?.postMessage(reply)))
