/** Formats channels between 0 and 255 as #rrggbb. */
export const formatRgb = (...channels: [red: number, green: number, blue: number]): string =>
  `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
