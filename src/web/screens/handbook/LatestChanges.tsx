import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PageNode } from '@/build/handbook/page-tree'
import { t } from '@/web/i18n/text'
import { contentsQuery, pageQuery } from './handbook-pages'
import { PageContent } from './PageContent'

const TOPIC = 'changelog'

/** What the newest release changes, from the changelog in the handbook. */
export function LatestChanges() {
  const { data: contents } = useQuery(contentsQuery)
  const path = contents?.urls[TOPIC] ?? ''
  const { data: page } = useQuery({ ...pageQuery(path), enabled: path !== '' })
  if (!page) return null
  const [start = 0, end = page.nodes.length] = page.nodes.flatMap((node, index) =>
    isRelease(node) ? [index] : [],
  )
  return (
    <section>
      <PageContent nodes={page.nodes.slice(start, end)} />
      <p>
        <Link to="/handbook/$topic" params={{ topic: TOPIC }}>
          {t('handbook.changes')}
        </Link>
      </p>
    </section>
  )
}

const isRelease = (node: PageNode) => typeof node !== 'string' && node[0] === 'h2'
