import '../../blocks/styles.gen.ts'
import '../shell/shell.css'
import '../client/loader.ts'
