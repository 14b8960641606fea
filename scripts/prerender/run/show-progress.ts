/** What a build does now. `done` and `all` count pages, images or documents. */
export type ReportProgress = (step: BuildStep, done?: number, all?: number) => void

const steps = {
  reading: 'Reading the site',
  bundling: 'Preparing scripts and styles',
  pages: 'pages',
  images: 'images',
  proof: 'documents compared',
}
type BuildStep = keyof typeof steps

/** In a log, a line that repeats what the last one says would still show that the build runs. */
const logInterval = 10_000

/**
 * Shows how far a build is: on a terminal in one line that is replaced, elsewhere in a line every
 * ten seconds, so that the log of a quick build has none.
 * @param build receives the function that it reports its progress with
 */
export async function withProgress<T>(
  build: (report: ReportProgress) => Promise<T>,
  stream: NodeJS.WriteStream = process.stderr,
): Promise<T> {
  const isTerminal = stream.isTTY && !process.env.CI
  let line = ''
  const timer = isTerminal
    ? undefined
    : setInterval(() => void stream.write(`${line} …\n`), logInterval).unref()
  const report: ReportProgress = (step, done, all) => {
    line = done === undefined ? steps[step] : `${done} of ${all} ${steps[step]}`
    if (isTerminal) stream.write(`\r\u001b[K${line} …`)
  }
  try {
    return await build(report)
  } finally {
    clearInterval(timer)
    if (isTerminal) stream.write('\r\u001b[K')
  }
}
