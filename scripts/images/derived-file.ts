/**
 * A share image, icon, resized picture or font.
 * @property path the URL path
 * @property inputs everything that its bytes depend on, if that is known without drawing it
 */
export type DerivedFile = {
  path: string
  inputs?: string
  draw: () => Promise<string | Uint8Array>
}
