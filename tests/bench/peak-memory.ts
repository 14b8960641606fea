import { readdirSync, readFileSync } from 'node:fs'

/** Watches a process and its children until `stop`, which gives the most memory (RSS, bytes) that they had together. Linux only: elsewhere undefined. */
export function trackPeakMemory(pid: number): { stop(): number | undefined } {
  let most = 0
  const timer = setInterval(() => void (most = Math.max(most, measureProcessTree(pid))), 20)
  return {
    stop() {
      clearInterval(timer)
      return most === 0 ? undefined : most
    },
  }
}

function measureProcessTree(pid: number): number {
  try {
    const kibibytes =
      /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0'
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    )
    return (
      Number(kibibytes) * 1024 +
      children.reduce((sum, child) => sum + measureProcessTree(Number(child)), 0)
    )
  } catch {
    // It has ended meanwhile, or there is no such file here.
    return 0
  }
}
