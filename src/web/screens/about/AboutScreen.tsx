import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { configQuery } from '@/web/api/accounts/config'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { Markdown } from '@/web/components/page/Markdown'
import { Page } from '@/web/components/page/Page'
import { t } from '@/web/i18n/text'
import classes from './AboutScreen.module.css'

const LatestChanges = lazy(async () => ({
  default: (await import('@/web/screens/handbook/LatestChanges')).LatestChanges,
}))

/** Weather services whose licence requires attribution. */
const WEATHER_SOURCES: Readonly<Record<string, { name: string; url: string }>> = {
  'open-meteo': { name: 'Open-Meteo (CC BY 4.0)', url: 'https://open-meteo.com/' },
  visualcrossing: { name: 'Visual Crossing', url: 'https://www.visualcrossing.com/' },
}

/** Describes this server and who runs it. */
export function AboutScreen() {
  const { data, error, refetch } = useQuery(configQuery)
  const weather = WEATHER_SOURCES[data?.weather_provider ?? '']
  return (
    <Page title={t('about.title')} lead={t('about.text')}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {data?.about && (
        <section>
          <h2 className={classes.heading}>{t('about.instance')}</h2>
          <Markdown text={data.about} />
        </section>
      )}
      <dl className={classes.facts}>
        <dt>{t('about.version')}</dt>
        <dd>{data?.server_version ?? '…'}</dd>
        <dt>{t('about.apiVersion')}</dt>
        <dd>{data?.version ?? '…'}</dd>
        {weather && (
          <>
            <dt>{t('health.weather')}</dt>
            <dd>
              <a href={weather.url}>{weather.name}</a>
            </dd>
          </>
        )}
        {data?.admin_contact && (
          <>
            <dt>{t('about.contact')}</dt>
            <dd>
              <a href={`mailto:${data.admin_contact}`}>{data.admin_contact}</a>
            </dd>
          </>
        )}
      </dl>
      <Suspense>
        <LatestChanges />
      </Suspense>
    </Page>
  )
}
