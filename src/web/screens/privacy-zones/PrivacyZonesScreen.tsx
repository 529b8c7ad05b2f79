import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { privacyQuery, suggestedZonesQuery } from '@/web/api/privacy/privacy'
import { LoadError } from '@/web/components/feedback/LoadError'
import { HandbookLink } from '@/web/components/page/HandbookLink'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { t } from '@/web/i18n/text'
import { HidingForm } from './HidingForm'
import { SuggestionList } from './SuggestionList'
import { useZoneEditor, type ZoneEditor } from './use-zone-editor'
import { ZoneForm } from './ZoneForm'
import { ZoneList } from './ZoneList'
import { ZoneMapPart } from './ZoneMapPart'

const NO_ZONES: never[] = []

/** The places that others must not find, and what else is hidden from them. */
export function PrivacyZonesScreen() {
  const privacy = useQuery(privacyQuery)
  const suggested = useQuery(suggestedZonesQuery)
  const editor = useZoneEditor()
  const zones = privacy.data?.zones ?? NO_ZONES
  const suggestions = suggested.data ?? NO_ZONES
  return (
    <Page title={t('privacyZones.title')} lead={t('privacyZones.lead')}>
      <Panel title={t('privacyZones.own')}>
        <LoadError queries={[privacy, suggested]} />
        <ZoneMapPart zones={zones} suggestions={suggestions} editor={editor} />
        {editor.target ? (
          <ZoneForm key={editor.target.key} editor={editor} target={editor.target} />
        ) : (
          <AddButton editor={editor} />
        )}
        {privacy.data && zones.length === 0 && <p>{t('privacyZones.none')}</p>}
        {zones.length > 0 && <ZoneList zones={zones} editor={editor} />}
        <HandbookLink topic="privacy" section="privacy-zones" />
      </Panel>
      {suggestions.length > 0 && (
        <Panel title={t('privacyZones.suggestions')} text={t('privacyZones.suggestionsText')}>
          <SuggestionList suggestions={suggestions} onChoose={editor.create} />
        </Panel>
      )}
      {privacy.data && (
        <Panel title={t('privacyZones.endsTitle')}>
          <HidingForm settings={privacy.data.settings} />
        </Panel>
      )}
    </Page>
  )
}

/** Opens the form for a new zone, and has the focus after it closes. */
function AddButton({ editor }: { editor: ZoneEditor }) {
  const button = useRef<HTMLButtonElement>(null)
  const { wasOpen } = editor
  useEffect(() => {
    if (wasOpen.current) button.current?.focus()
  }, [wasOpen])
  return (
    <div>
      <Button
        ref={button}
        leftSection={<IconPlus size={18} stroke={1.75} />}
        aria-expanded={false}
        onClick={() => editor.create()}
      >
        {t('privacyZones.add')}
      </Button>
    </div>
  )
}
