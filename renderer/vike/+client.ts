import '../../blocks/styles.gen.ts'
import '../shell/shell.css'

// A built page names the loader that is bundled alone. Imported here as well, it would take modules out of scripts that pages wait for.
if (import.meta.env.DEV) void import('../client/loader.ts')
