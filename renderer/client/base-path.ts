/**
 * The path that all addresses of the site begin with; empty for a site with a domain of its own.
 */
export const { base: basePath = '' } = document.documentElement.dataset
