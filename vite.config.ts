import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), vike()],
  // The site's public/ folder is the site's, not the bundle's: the build copies it.
  publicDir: false,
  build: {
    // Every browser that the application runs in knows modulepreload; the loader stays small without the polyfill.
    modulePreload: { polyfill: false },
  },
  environments: {
    ssr: {
      build: {
        rollupOptions: {
          // A plain bundle of what the build script renders with, beside Vike's own server entry.
          input: { renderer: `${import.meta.dirname}/renderer/server.ts` },
        },
      },
    },
  },
})
