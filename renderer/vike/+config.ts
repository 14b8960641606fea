import type { Config } from 'vike/types'

/** HTML only: without +onRenderClient and client routing, Vike adds nothing to +client.ts. */
export default {
  name: 'signpost',
} satisfies Config
