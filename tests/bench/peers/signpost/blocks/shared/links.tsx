/** A list of links; one without an address is plain text. */
export function Links({ links }: { links: { label: string; href?: string }[] }) {
  return (
    <ul>
      {links.map(({ label, href }, index) => (
        <li key={index}>{href === undefined ? label : <a href={href}>{label}</a>}</li>
      ))}
    </ul>
  )
}
