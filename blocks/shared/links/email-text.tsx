/** An address that breaks after its @, and not inside ".com". */
export function EmailText({ text }: { text: string }) {
  const [user, host] = text.split('@')
  if (host === undefined) return text
  return (
    <span>
      {user}@<wbr />
      {host}
    </span>
  )
}
