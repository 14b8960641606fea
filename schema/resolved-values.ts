/** Resolved values in the properties of blocks: facts, Markdown, maps and pictures. */

/**
 * A formatted fact. `text` includes the unit. The numbers are for structured data and estimates.
 */
export type Fact = {
  text: string
  unit: string
  value?: number
  /** Whether the value is the least that something costs. */
  least?: true
  min?: number
  max?: number
}

/**
 * A table of facts. A cell without a value is null.
 * @property header what the rows are: the heading above their labels
 */
export type FactTable = {
  header: string
  columns: string[]
  rows: { label: string; cells: (Fact | null)[] }[]
}

/**
 * A phone number or email address: what a page shows, and the link that calls or writes to it.
 * Placeholders are reported before launch.
 */
export type ContactLink = { text: string; href: string; placeholder?: boolean }

/** Parsed Markdown. There is no node for raw HTML, so none can reach a page. */
export type RichText = RichNode[]

export type RichNode =
  | string
  | { t: 'p' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'del'; c: RichNode[] }
  | RichHeading
  | { t: 'a'; href: string; c: RichNode[] }
  | { t: 'br' }
  | RichPicture

/** A heading in a text. Links lead to its `id`. */
export type RichHeading = { t: 'h2' | 'h3'; c: RichNode[]; id?: string }

/** A picture between paragraphs. */
export type RichPicture = { t: 'picture'; file: PictureFile; alt: string; caption?: string }

/** The circular area served. Latitude and longitude in degrees, radius in `unit`. */
export type MapArea = { latitude: number; longitude: number; radius: number; unit: 'miles' | 'km' }

/** Where a label starts, is centered or ends, on its baseline. */
export type MapLabel = { x: number; y: number; anchor: 'start' | 'middle' | 'end' }

/**
 * A town on a map. `where` is `center` for the town at the center of the map. `turn` is set when
 * the town is off the map and drawn as an arrow at the edge: degrees clockwise from east.
 */
export type MapMark = {
  name: string
  href?: string
  distance?: string
  /** The fee for a visit to the town. `value` is 0 if the visit is free. */
  fee?: { text: string; value?: number }
  x: number
  y: number
  where: 'center' | 'inside' | 'beyond'
  turn?: number
  label: MapLabel
}

/** A map in a square of `side` units, north up. */
export type MapDrawing = {
  side: number
  /**
   * Azimuthal equidistant. `scale` is drawing units per mile or kilometer; `center` is the x and y
   * of the center of the square.
   */
  projection: {
    latitude: number
    longitude: number
    center: number
    scale: number
    earthRadius: number
    unit: MapArea['unit']
  }
  /** Distance from the edge to the arrows that point off the map. */
  inset: number
  /** SVG path data of the county and state borders, if the atlas covers the area. */
  counties?: string
  states?: string
  /** From the smallest ring to the boundary of the area served. */
  rings: { radius: number; text: string; label: MapLabel }[]
  /** The scale bar: its right end, its length and the distance it represents. */
  bar: { x: number; y: number; length: number; text: string }
  /** Nearest first. */
  marks: MapMark[]
}

/** A picture in public/ with its dimensions. */
export type PictureFile = {
  /** The URL path: /people/name.jpg. */
  src: string
  /** In pixels, after EXIF rotation. */
  width: number
  height: number
  /**
   * The resized copies: `${base}-${width}.avif` and `.webp`. Undefined for SVG and animated
   * pictures.
   */
  copies?: { base: string; widths: number[] }
  /** CSS background to show while loading: a tiny blurred preview, or the dominant color. */
  blur?: string
}

/**
 * How the lines of a seal's ring are arranged: evenly spread (net), side by side (ribbon), or as two
 * ribbons that cross each other (braid).
 */
type RingPattern = 'net' | 'ribbon' | 'braid'

/**
 * The parameters for drawing the seal of a page.
 * @property waves the number of waves in the outer ring
 * @property seed a whole number that differs for most pages of a kind
 */
export type PageSeal = { outer: RingPattern; waves: number; inner: RingPattern; seed: number }

/** Minutes since midnight. A range that ends on the next day ends after 1440. */
export type TimeRange = [opens: number, closes: number]

/** The hours of a business as data, from which a browser finds out whether it is open. */
export type OpeningCalendar = {
  timeZone: string
  /** The seven days of the week, Sunday first. */
  week: TimeRange[][]
  /** Days with other hours, such as 2026-12-25. No ranges: closed. */
  special: Record<string, TimeRange[]>
  /** Public holidays whose hours the business has not stated. */
  unknown: string[]
  /** The first day for which this data may be incomplete. Undefined if there is none. */
  until?: string
}

/** The hours of a day, formatted. No times: closed. */
type DayHours = { times: string[]; isAllDay?: true }

/** The opening hours as a page prints them. */
export type OpeningHours = {
  /**
   * Days in a row with the same hours: one, two (`isPair`) or more. Without `first`, all days.
   */
  week: (DayHours & { first?: string; last?: string; isPair?: true })[]
  /** The coming special days. */
  special: (DayHours & { days: string; reason?: string })[]
  /** Undefined if the time zone of the business is unknown. */
  calendar?: OpeningCalendar
}

/**
 * Days with hours of their own, from the first to the last: 2026-12-24.
 * @property weekdays if only these days of the week have them: Monday
 */
export type SpecialHours = {
  from: string
  last: string
  weekdays?: string[]
  times: TimeRange[]
  reason?: string
  /** The reason in other languages, by tag. */
  translations?: Record<string, string>
  holiday?: { en: string; es: string }
}

/** When visits are possible, and which time of the tariff each hour is. For a schedule. */
export type VisitCalendar = {
  /** The opening hours of each day of the week, Sunday first. Undefined: any time. */
  week?: TimeRange[][]
  /** Days with other hours, such as 2026-12-25. No ranges: closed. */
  special: Record<string, TimeRange[]>
  /** The names of public holidays, by their days. */
  holidays: Record<string, string>
  /**
   * The times of the tariff that have hours.
   * @property holiday the hours on public holidays; undefined if no time of the tariff names them
   */
  bands: { name: string; week: TimeRange[][]; holiday?: TimeRange[] }[]
}

/**
 * A town that visitors can choose, and what the way there costs.
 * @property distance in the unit of the tiers; undefined if nothing depends on it
 */
export type TariffTown = { name: string; href?: string; distance?: number; fee?: Fact }
