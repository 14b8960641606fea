import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createServer } from './create-server.ts'
import { AssistantSite } from './edited-site.ts'

/** Answers an assistant over standard input and output, until it goes. @param site the folder */
export async function serveAssistant(site: string): Promise<void> {
  // Standard output has nothing but messages of the protocol.
  console.log = console.error
  const server = createServer(new AssistantSite(site))
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve)
    server.server.onclose = resolve
  })
  await server.connect(new StdioServerTransport())
  await ended
  await server.close()
}
