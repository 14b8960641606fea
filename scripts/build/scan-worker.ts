/** A thread that looks at folders, one after the other. */
import { parentPort } from 'node:worker_threads'
import { scanTree } from './tree-scan.ts'

parentPort!.on('message', (folder: string) => parentPort!.postMessage(scanTree(folder)))
