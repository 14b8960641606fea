import { readdirSync, readFileSync } from 'node:fs'

/**
 * Tracks the memory of a process and its children until `stop`, which returns the peak of their
 * total RSS in bytes. Linux only: undefined on other systems.
 */
export function trackPeakMemory(pid: number): { stop(): number | undefined } {
  let peak = 0
  const timer = setInterval(() => void (peak = Math.max(peak, measureProcessTree(pid))), 20)
  return {
    stop() {
      clearInterval(timer)
      return peak === 0 ? undefined : peak
    },
  }
}

/** The RSS of a process and its children, in bytes; 0 on systems without /proc. */
export function measureProcessTree(pid: number): number {
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
    // The process has exited, or the system has no /proc.
    return 0
  }
}
