import '../../blocks/styles.gen.ts'
import '../shell/shell.css'

// In a build, pages load the loader from a bundle of its own. Importing it here too would make the
// bundler move modules out of scripts that pages wait for.
if (import.meta.env.DEV) void import('../client/loader.ts')
