import { useQuery } from '@tanstack/react-query'
import { configQuery } from '@/web/api/accounts/config'
import type { ServerConfig } from '@/web/api/client/server'
import { ErrorPanel } from '@/web/components/feedback/ErrorPanel'
import { Facts } from '@/web/components/numbers/Facts'
import { HandbookLink } from '@/web/components/page/HandbookLink'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { RichText } from '@/web/components/page/RichText'
import { t } from '@/web/i18n/text'
import { ConfigForm } from './ConfigForm'

/** The settings of this server: those that can be edited here, and those set in its environment. */
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

const yesNo = (yes: boolean) => t(yes ? 'state.on' : 'state.off')

/** Settings that can be changed only in the environment of the server. */
function FixedPanel({ config }: { config: ServerConfig }) {
  const { elevation_services: elevation } = config
  return (
    <Panel title={t('config.fixed')} text={t('config.fixedText')}>
      <Facts
        facts={[
          [t('health.mail'), yesNo(config.is_email_sending_enabled)],
          [t('health.weather'), config.weather_provider ?? yesNo(false)],
          [t('prefs.elevationTiles'), yesNo(config.elevation_tiles)],
          [t('prefs.elevationA'), yesNo(elevation.open_elevation && !config.elevation_tiles)],
          [t('prefs.elevationB'), yesNo(elevation.valhalla)],
          [t('config.attribution'), <RichText key="map" html={config.map_attribution} />],
          [t('about.version'), config.server_version],
          [t('about.apiVersion'), config.version],
        ]}
      />
      <HandbookLink topic="settings" />
    </Panel>
  )
}
