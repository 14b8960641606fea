import type { SiteData } from '../schema/page-data.ts'
import { memoizeByObject } from '../schema/util/memoize-by-object.ts'
import { shortHash } from '../schema/util/short-hash.ts'
import { memoize } from '../schema/util/memoize.ts'

/** Built files that pages refer to; undefined in development, where Vite adds its own. */
export type Assets = {
  /** Undefined for a site without scripts. */
  scripts?: ScriptAssets
  styles: {
    /** CSS that every page needs: layers, tokens, shared parts, the shell. */
    shared: string
    /**
     * CSS by block type, such as `hero`, and by layout or property of one, such as `hero.banner` or
     * `hero.picture`. That of each shared part is by itself, since several blocks may show it.
     */
    blocks: Record<string, string[]>
    /**
     * URL of a file with the CSS of every block, for client-side navigation. It excludes the shared
     * CSS, because declaring a typeface again would cause a layout.
     */
    allBlocks: string
    /** The typefaces that a theme may choose from, by name, each with the URL of its font. */
    typefaces: Record<string, { css: string; url: string }>
  }
}

/** URLs of the built scripts. */
type ScriptAssets = {
  loader: string
  /** Loaded only if the site configures analytics. */
  analytics: string
  /** Loaded only when a visitor begins to search. */
  search: string
  /** Eager scripts by name, such as `location`. */
  eager: Record<string, string>
  /** The application and its imports. The loader requests all of them at once. */
  application: string[]
}

/** The names of the typefaces that a site uses of those that come with Signpost. */
export const getTypefaceNames = ({ theme }: Pick<SiteData, 'theme'>): string[] =>
  theme?.fonts ?? ['besley', 'figtree']

/**
 * Returns an id of a build's scripts and styles. A page of another release must be loaded as a
 * document.
 * @param assets as they are bundled, without a base path
 */
export const getRelease = memoizeByObject(({ scripts, styles }: Assets): string =>
  shortHash(JSON.stringify([scripts?.application, styles.allBlocks])).slice(0, 8),
)

const getAssetsByBasePath = memoizeByObject((_: Assets) => new Map<string, Assets>())
/** Tests render sites with several base paths in one process. */
const maxBasePaths = 10

/**
 * Adds a site's base path to the URLs of a bundle, since sites at different addresses share one
 * bundle.
 */
export const addBasePath = (assets: Assets, base: string): Assets =>
  base === ''
    ? assets
    : memoize(getAssetsByBasePath(assets), base, maxBasePaths, () => prefixAssets(assets, base))

/** Adds a site's base path to the URLs in CSS. */
export const addBaseToCss = (css: string, base: string): string =>
  css.replaceAll('url("/', `url("${base}/`)

function prefixAssets({ scripts, styles }: Assets, base: string): Assets {
  const prefix = (url: string) => base + url
  const prefixInCss = (css: string) => addBaseToCss(css, base)
  return {
    scripts: scripts && {
      loader: prefix(scripts.loader),
      analytics: prefix(scripts.analytics),
      search: prefix(scripts.search),
      eager: mapValues(scripts.eager, prefix),
      application: scripts.application.map(prefix),
    },
    styles: {
      shared: prefixInCss(styles.shared),
      blocks: mapValues(styles.blocks, (css) => css.map(prefixInCss)),
      allBlocks: prefix(styles.allBlocks),
      typefaces: mapValues(styles.typefaces, ({ css, url }) => ({
        css: prefixInCss(css),
        url: prefix(url),
      })),
    },
  }
}

const mapValues = <T>(record: Record<string, T>, map: (value: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
