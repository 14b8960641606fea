import type { Config } from 'vike/types'

/** HTML only: no +onRenderClient and no client routing, so Vike adds nothing to what +client.ts loads. */
export default {
  name: 'signpost',
} satisfies Config
