/** A link that looks like a button. */
export function Button({
  action,
  style,
}: {
  action: { label: string; href: string }
  style: 'primary' | 'secondary'
}) {
  return (
    <a className={`button ${style}`} href={action.href}>
      {action.label}
    </a>
  )
}
