import '../../blocks/styles.gen.ts'
import '../shell/shell.css'

// Built pages load the loader from its own bundle. Importing it in a build, too, would make the
// bundler move modules out of scripts that pages wait for.
if (import.meta.env.DEV) void import('../client/loader.ts')
