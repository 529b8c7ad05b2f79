/**
 * Publishes the files of a folder as a GitHub release for the tag of the running workflow. The release is a draft until
 * all files are uploaded, so that incomplete releases are never visible.
 *
 *     bun src/build/release/publish-release.ts dist/release
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parameters of the running workflow. */
interface Workflow {
  api: string
  repository: string
  tag: string
  token: string
}

interface Release {
  id: number
  upload_url: string
}

/** Creates a draft, uploads all files and publishes it. @throws Error with the API's error response; the draft remains */
export async function publishRelease(folder: string, workflow: Workflow): Promise<void> {
  const { api, repository, tag } = workflow
  const releases = `${api}/repos/${repository}/releases`
  const body = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')
  const draft: Release = await send(workflow, 'POST', releases, {
    json: { tag_name: tag, name: tag, body, draft: true },
  })
  for (const name of readdirSync(folder).sort()) {
    const url = new URL(draft.upload_url.replace(/\{.*\}$/, ''))
    url.searchParams.set('name', name)
    await send(workflow, 'POST', url.href, { file: join(folder, name) })
  }
  await send(workflow, 'PATCH', `${releases}/${draft.id}`, { json: { draft: false } })
}

async function send(
  { token }: Workflow,
  method: string,
  url: string,
  { json, file }: { json?: object; file?: string },
): Promise<Release> {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json',
      'content-type': json ? 'application/json' : 'application/octet-stream',
    },
    body: json ? JSON.stringify(json) : Bun.file(file ?? ''),
  })
  if (!response.ok)
    throw new Error(`${method} ${url} failed: ${response.status} ${await response.text()}`)
  return await response.json()
}

function workflowOf(env: Record<string, string | undefined>): Workflow {
  const { GITHUB_API_URL: api, GITHUB_REPOSITORY: repository, GITHUB_REF_NAME: tag } = env
  const token = env.GITHUB_TOKEN
  if (!api || !repository || !tag || !token)
    throw new Error('Only a workflow of GitHub Actions publishes releases.')
  return { api, repository, tag, token }
}

if (import.meta.main) await publishRelease(process.argv[2] ?? '', workflowOf(process.env))
