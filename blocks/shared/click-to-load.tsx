import { useState, type ReactNode } from 'react'
import { Link } from './links/link.tsx'

type Props = {
  /** The address of the frame. Nothing is requested from it before the press. */
  frame: string
  /** Names the frame for screen readers. */
  title: string
  /** The words on the button. */
  label: string
  /** What is shown until then. */
  children?: ReactNode
  /** Permissions of the frame, as in its attribute `allow`. */
  allow?: string
  /** A link to the same content in its own page, which works without JavaScript, too. */
  link: { href: string; label: string }
  note?: string
  ratio: string
}

/** A frame of another site that loads when the visitor presses a button. */
export function ClickToLoad({ frame, title, label, children, allow, link, note, ratio }: Props) {
  const [isLoaded, setLoaded] = useState(false)
  return (
    <div className="click-to-load" data-ratio={ratio}>
      {isLoaded ? (
        <iframe
          src={frame}
          title={title}
          allow={allow ?? 'fullscreen'}
          referrerPolicy="strict-origin-when-cross-origin"
        />
      ) : (
        <div className="click-to-load-still">
          {children}
          <button type="button" className="button primary" onClick={() => setLoaded(true)}>
            {label}
          </button>
        </div>
      )}
      <p className="note">
        <span>
          <Link href={link.href}>{link.label}</Link>
        </span>
        {note && <span>{note}</span>}
      </p>
    </div>
  )
}
