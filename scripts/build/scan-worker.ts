/** A thread that looks at folders, one after the other. */
import { parentPort } from 'node:worker_threads'
import { createScans, type ScanOrder } from './tree-scan.ts'

const scans = createScans()

parentPort!.on('message', (order: ScanOrder) => parentPort!.postMessage(scans.answer(order)))
