import { AreaFrame } from '@/web/components/AreaFrame'
import { SETTINGS_TABS } from '@/web/components/settings-tabs'
import { t } from '@/web/i18n/text'

/** The pages on which an account is set up. */
export function SettingsFrame() {
  return <AreaFrame label={t('settings.title')} tabs={SETTINGS_TABS} />
}
