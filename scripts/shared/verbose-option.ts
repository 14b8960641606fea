/** An option that several commands have. */
export const verboseOption = { '--verbose': 'Also print figures: sizes, new images, page weights.' }

/** npm keeps `--verbose` for itself, as its log level. If it is set, it is meant for both. */
export const isVerboseForNpm = (env: NodeJS.ProcessEnv = process.env): boolean =>
  env.npm_config_loglevel === 'verbose'
