import type { DevPage } from './dev-page.ts'
import type { SiteSnapshot } from './dev-state.ts'

/** A site that is being edited. */
export type DevSite = {
  /** Reads the site and watches it for changes. Resolves once there is a version to show. */
  start(listener: DevSiteListener): Promise<void>
  /** Reads everything again. Called when the code or schema of a block has changed. */
  restart(): void
  /** Returns a function that creates a file which a build would generate, such as an image. */
  findDerivedFile(path: string): (() => Promise<string | Uint8Array>) | undefined
  /**
   * Renders a file that a build derives from the whole site, such as `/sitemap.xml`, or from a
   * document, such as a page as Markdown.
   * @param readDocument reads the HTML of a route
   */
  renderSiteFile(
    path: string,
    readDocument: (route: string) => Promise<string>,
  ): Promise<string | Uint8Array | undefined>
  /** @returns undefined if there is no such page. */
  describePage(route: string): DevPage | undefined
}

export type DevSiteListener = {
  /** Called with each version of the site that can be shown. */
  onUpdate(snapshot: SiteSnapshot): void
  /**
   * Called after each save and again after a full check, with the same report as `npm run check`;
   * empty if there are no problems.
   */
  onProblems(report: string): void
  onWarnings(text: string): void
  /** Called when nothing is left of the errors, or of the warnings, that were reported. */
  onFixed(text: string): void
  /** Called when the problems of a page may have changed. */
  onChecked(): void
  /** Called with an error that must not stop the server. */
  onError(error: Error): void
}
