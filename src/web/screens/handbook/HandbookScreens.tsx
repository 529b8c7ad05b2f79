import { TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { HandbookContents } from '@/build/handbook/handbook-files'
import type { PageTree } from '@/build/handbook/page-tree'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { RowsSkeleton } from '@/web/components/loading/RowsSkeleton'
import { whenIdle } from '@/web/components/loading/when-idle'
import { Page } from '@/web/components/page/Page'
import { getLanguage, t } from '@/web/i18n/text'
import { NotFoundScreen } from '@/web/screens/not-found/NotFoundScreen'
import classes from './Handbook.module.css'
import { contentsQuery, pageQuery } from './handbook-pages'
import { PageContent } from './PageContent'
import { SearchResults } from './SearchResults'
import { textOf } from './search-pages'

/** Number of headings from which a page begins with a list of them. */
const MIN_OUTLINED = 4

/** The table of contents of the handbook, and its search. */
export function HandbookScreen() {
  const { data: contents, error, refetch } = useQuery(contentsQuery)
  usePagesOffline(contents)
  return (
    <Page title={t('handbook.title')} lead={t('handbook.lead')}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {!contents && !error && <RowsSkeleton />}
      {contents && (
        <Searchable contents={contents}>
          <TopicList contents={contents} />
        </Searchable>
      )}
    </Page>
  )
}

/** A page of the handbook. */
export function HandbookPageScreen() {
  const { topic = '' } = useParams({ strict: false })
  const { data: contents, error, refetch } = useQuery(contentsQuery)
  usePagesOffline(contents)
  if (contents && !Object.hasOwn(contents.urls, topic)) return <NotFoundScreen />
  return error ? (
    <Page title={t('handbook.title')}>
      <ErrorPanel error={error} onRetry={refetch} />
    </Page>
  ) : (
    contents && <TopicPage key={topic} contents={contents} path={contents.urls[topic] ?? ''} />
  )
}

/** Loads all pages when the browser is idle, so that they can be read without a connection. */
function usePagesOffline(contents: HandbookContents | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!contents) return
    return whenIdle(() => {
      for (const path of Object.values(contents.urls)) void client.prefetchQuery(pageQuery(path))
    })
  }, [client, contents])
}

function TopicPage({ contents, path }: { contents: HandbookContents; path: string }) {
  const { data: page, error, refetch } = useQuery(pageQuery(path))
  useAnchor(page)
  return (
    <Page
      title={page?.title ?? t('handbook.title')}
      actions={<Link to="/handbook">{t('handbook.all')}</Link>}
    >
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {!page && !error && <RowsSkeleton />}
      {page && (
        <Searchable contents={contents}>
          <Outline page={page} />
          <PageContent nodes={page.nodes} />
        </Searchable>
      )}
    </Page>
  )
}

/** Scrolls to the heading in the URL once the page has been rendered. */
function useAnchor(page: PageTree | undefined): void {
  useEffect(() => {
    if (page && location.hash !== '')
      document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
  }, [page])
}

/** A search of all pages. Its results replace the content below while something is typed. */
function Searchable({ contents, children }: { contents: HandbookContents; children: ReactNode }) {
  const [typed, setTyped] = useState('')
  return (
    <>
      {getLanguage() !== 'en' && <p className={classes.note}>{t('handbook.english')}</p>}
      <TextInput
        type="search"
        aria-label={t('handbook.search')}
        placeholder={t('handbook.search')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {typed.trim() === '' ? children : <SearchResults contents={contents} typed={typed} />}
    </>
  )
}

const TopicList = ({ contents: { groups } }: { contents: HandbookContents }) => (
  <div className={classes.groups} lang="en">
    {groups.map(({ title, topics }) => (
      <section key={title}>
        <h2>{title}</h2>
        <ul className={classes.topics}>
          {topics.map(({ topic, title, summary }) => (
            <li key={topic}>
              <Link to="/handbook/$topic" params={{ topic }}>
                {title}
              </Link>
              <p>{summary}</p>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
)

/** Links to the sections of a long page. */
function Outline({ page: { nodes } }: { page: PageTree }) {
  const headings = nodes.flatMap((node) => {
    if (typeof node === 'string' || node[0] !== 'h2') return []
    const [, { id = '' }, ...children] = node
    return [{ id, text: textOf(children) }]
  })
  if (headings.length < MIN_OUTLINED) return null
  return (
    <nav className={classes.outline} aria-label={t('handbook.onThisPage')} lang="en">
      <ul>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <Link to="." hash={id}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
