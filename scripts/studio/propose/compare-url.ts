/**
 * The page of a host that proposes a branch.
 * @param remote such as git@github.com:owner/name.git
 * @returns undefined for a folder, or a host whose addresses are unknown
 */
export function toCompareUrl(remote: string, branch: string): string | undefined {
  const found =
    /^(?:https?:\/\/(?:[^@/]+@)?|ssh:\/\/(?:[^@/]+@)?|[^@/:]+@)([\w.-]+)(?::\d+(?=\/))?[/:](.+?)(?:\.git)?\/?$/.exec(
      remote,
    )
  const [, host, path] = found ?? []
  if (host === undefined || path === undefined) return undefined
  const base = `https://${host}/${path}`
  const name = branch.split('/').map(encodeURIComponent).join('/')
  if (host.includes('gitlab'))
    return `${base}/-/merge_requests/new?merge_request%5Bsource_branch%5D=${encodeURIComponent(branch)}`
  if (host.includes('bitbucket'))
    return `${base}/pull-requests/new?source=${encodeURIComponent(branch)}`
  return host.includes('github') || host.includes('codeberg') || host.includes('gitea')
    ? `${base}/compare/${name}?expand=1`
    : undefined
}
