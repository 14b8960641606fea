import { useEffect } from 'react'
import type { PageFinderBlock } from '../../schema/types.gen.ts'
import { Icon } from '../shared/icon.tsx'
import { Link } from '../shared/links/link.tsx'
import { Section } from '../shared/section.tsx'

/**
 * Helps visitors of an address that does not exist. Shows the nearest address, which a script fills
 * in, the main pages and the phone number.
 */
export function PageFinder(block: PageFinderBlock) {
  const { heading, links, phone, call, words } = block
  useEffect(() => {
    // Loaded on demand, since only the not-found page uses it.
    void import('./eager/page-finder.ts').then((module) => module.suggestNearestPage())
  }, [])
  return (
    <Section block={block} heading={heading}>
      <p className="finder-nearest" suppressHydrationWarning>
        <span>{words.pages}</span>
        <span>
          {words.nearest}{' '}
          <a href="/" suppressHydrationWarning>
            {words.nearest}
          </a>
        </span>
      </p>
      <ul className="finder-links">
        {links.map(({ label, href }) => (
          <li key={href}>
            <Link href={href}>{label}</Link>
          </li>
        ))}
      </ul>
      {phone && (
        <Link className="button primary finder-call" href={phone.href}>
          <Icon name="phone" size={20} />
          <span>{call ?? phone.text}</span>
        </Link>
      )}
    </Section>
  )
}
