/** A thread that scans folders, one after another. */
import { parentPort } from 'node:worker_threads'
import { createScanCache, type ScanRequest } from '../output/scan-folder.ts'

const scans = createScanCache()

parentPort!.on('message', (order: ScanRequest) => parentPort!.postMessage(scans.answer(order)))
