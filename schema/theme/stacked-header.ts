/**
 * The rules of a header with the name in the middle, above the menus. Where there is no room for a
 * row of menus, the name is between the phone number and the button of the menu. They override the
 * shell's, and only a site with such a header has them.
 */
export const stackedHeader = `
@media screen and (width >= 22rem) {
  .site-header:not(.minimal) > .site-header-bar {
    display: grid;
    grid-template-columns: minmax(max-content, 1fr) auto minmax(max-content, 1fr);
    inline-size: min(100% - 2 * var(--space), var(--column));
    min-inline-size: 0;
    > .logo {
      grid-area: 1 / 2;
      margin: 0;
      text-align: center;
    }
    > .header-phone {
      grid-area: 1 / 1;
      justify-self: start;
    }
    > :is(.header-action, .menu-button) {
      grid-area: 1 / 3;
      justify-self: end;
    }
  }
}
@media screen and (22rem <= width < 78rem) {
  .site-header:not(.minimal) .logo-mark:not(.picture) {
    display: none;
  }
}
@media screen and (48rem <= width < 78rem) {
  .site-header:not(.minimal) > .site-header-bar > .menu-button {
    grid-area: 1 / 4;
  }
}
@media screen and (width >= 78rem) {
  :root {
    --header-height: 8.25rem;
  }
  #root:has(> .site-header:not(.minimal)) {
    padding: 0;
  }
  /* The row of the name scrolls away. */
  .site-header:not(.minimal) {
    position: sticky;
    inset-block-start: -5rem;
    > .site-header-bar {
      grid-template-rows: 5rem 1fr;
      row-gap: 0;
      > .site-menu:not(:popover-open) {
        grid-area: 2 / 1 / auto / -1;
        justify-content: center;
        border-block-start: 1px solid var(--line);
      }
    }
    .logo-text {
      font-size: 1.625rem;
    }
    .menus {
      gap: 2rem;
    }
    .logo-tagline {
      display: block;
    }
  }
}
`
  .replace(/\/\*.*?\*\//g, '')
  .replace(/\s+/g, ' ')
  .replace(/ ?([{};,]) ?|: /g, (found) => found.trim())
