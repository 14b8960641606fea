import react from '@vitejs/plugin-react'
import vike from 'vike/plugin'
import { defineConfig } from 'vite'

/** The development server. `scripts/prerender/bundle/` bundles what a build publishes. */
export default defineConfig({
  plugins: [react(), vike()],
  // The site's public/ folder is the site's.
  publicDir: false,
  // Found late, they would reload the first page that is opened.
  optimizeDeps: {
    include: ['minisearch', 'react-dom/client', 'react-router-dom'],
  },
})
