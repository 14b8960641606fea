export type Tag = { name: string; attributes: Record<string, string> }

/** Parses the tags of one of our own documents, in lower case. */
export function parseTags(html: string): Tag[] {
  // The contents of scripts and stylesheets may look like tags.
  const markup = html.replace(/(<(script|style)\b[^>]*>).*?<\/\2>/gs, '$1')
  return [...markup.matchAll(/<([a-z][a-z0-9]*)((?:\s+[^\s"'>/=]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, name, attributes = '']) => ({
      name: name!.toLowerCase(),
      attributes: Object.fromEntries(
        [...attributes.matchAll(/([^\s"'>/=]+)(?:="([^"]*)")?/g)].map(([, key, value = '']) => [
          key!.toLowerCase(),
          value,
        ]),
      ),
    }),
  )
}

/** @returns The files and the `font-display` of each @font-face rule. */
export function parseFontFaces(css: string): { urls: string[]; display: string }[] {
  return [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, body = '']) => ({
    urls: [...body.matchAll(/url\(\s*["']?([^"')]+)["']?\s*\)/g)]
      .map(([, url]) => url!)
      .filter((url) => !url.startsWith('data:')),
    // A rule that only adjusts a system font loads nothing.
    display: /url\(/.test(body) ? (/font-display:\s*([a-z]+)/.exec(body)?.[1] ?? 'auto') : 'swap',
  }))
}
