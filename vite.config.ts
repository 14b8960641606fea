import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'
import { defineConfig } from 'vite'
import { listEagerScripts } from './scripts/prerender/bundle/eager-scripts.ts'

export default defineConfig(({ command }) => ({
  plugins: [react(), vike()],
  // The site's public/ folder is the site's, not the bundle's: the build copies it.
  publicDir: false,
  // Found late, they would reload the first page that is opened.
  optimizeDeps: { include: ['lucide-react', 'react-dom/client', 'react-router-dom'] },
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
    ssr: {
      // Of a thousand icons a site has a few dozen, and every build would wait for all.
      resolve: { noExternal: command === 'build' ? ['lucide-react'] : [] },
      build: {
        rollupOptions: {
          // A plain bundle of what the build script renders with, beside Vike's own server entry.
          input: { renderer: `${import.meta.dirname}/renderer/server.ts` },
        },
      },
    },
  },
}))
