import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/web/api/config'
import { ErrorPanel } from '@/web/components/ErrorPanel'
import { Page } from '@/web/components/Page'
import { t } from '@/web/i18n/text'
import { ConfigForm } from './ConfigForm'
import { FixedPanel } from './FixedPanel'

/** The settings of this server: those that can be changed here, and those of its environment. */
export function ConfigScreen() {
  const { data: config, error, refetch } = useQuery(configQuery)
  return (
    <Page wide title={t('admin.configuration')} lead={t('config.lead')}>
      {error && <ErrorPanel error={error} onRetry={refetch} />}
      {config && (
        <>
          <ConfigForm config={config} />
          <FixedPanel config={config} />
        </>
      )}
    </Page>
  )
}
