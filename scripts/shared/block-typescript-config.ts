/**
 * Creates the tsconfig.json of a site with blocks of its own, so that editors find what they
 * import.
 * @param project The path of the repository of Signpost, relative to the site; undefined if the site
 *   has it as a package.
 */
export function createTypeScriptConfig(project?: string): string {
  const config = {
    extends: `${project ?? 'signpost'}/tsconfig.json`,
    compilerOptions:
      project === undefined
        ? { types: ['vite/client'] }
        : {
            paths: {
              'signpost/*': [`${project}/*`],
              '*': [`${project}/node_modules/@types/*`, `${project}/node_modules/*`],
            },
            typeRoots: [`${project}/node_modules/@types`],
            types: ['node'],
          },
    include: ['blocks'],
    exclude: [],
  }
  return `${JSON.stringify(config, null, 2)}\n`
}
