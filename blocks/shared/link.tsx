import type { AnchorHTMLAttributes } from 'react'

/** A plain link. Inside the site the router intercepts it; without JavaScript it navigates. */
export function Link({ href = '', ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  const rel = /^https?:/.test(href) ? 'noopener' : undefined
  return <a href={href} rel={rel} {...rest} />
}
