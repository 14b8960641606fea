import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'
import { defineConfig } from 'vite'
import { listEagerScripts } from './scripts/prerender/bundle/eager-scripts.ts'

export default defineConfig({
  plugins: [react(), vike()],
  // The site's public/ folder is the site's, not the bundle's: the build copies it.
  publicDir: false,
  // Found late, they would reload the first page that is opened.
  optimizeDeps: {
    include: ['minisearch', 'react-dom/client', 'react-router-dom'],
  },
  build: {
    // The loader preloads what it needs by itself.
    modulePreload: false,
  },
  environments: {
    client: {
      build: {
        rollupOptions: {
          // Entries of their own, because Vite's helper for a literal import() is larger than the loader itself.
          preserveEntrySignatures: 'allow-extension',
          input: {
            hydrate: `${import.meta.dirname}/renderer/client/hydrate.tsx`,
            ...listEagerScripts(import.meta.dirname),
          },
        },
      },
    },
  },
})
