import { portOption, siteOptions } from '../shared/options.ts'

/** The options of every command that starts the development server. */
export const serverOptions = {
  ...portOption('5173'),
  verbose: 'Also print the output of Vite and Vike, such as requests and stack traces.',
  ...siteOptions,
} as const
