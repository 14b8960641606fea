/** A thread of the engine: `new Worker('scripts/thread.mjs', { argv: [ENGINE, NAME] })`. */
import { runEngine } from './load-engine.mjs'

const [engine = '', name = ''] = process.argv.slice(2)
runEngine(engine, name)
