import { IconFileUpload } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { FilePicker } from '@/web/components/forms/FilePicker'
import { HandbookLink } from '@/web/components/page/HandbookLink'
import { Page } from '@/web/components/page/Page'
import { type TextKey, t } from '@/web/i18n/text'
import classes from './MoveIn.module.css'

/** A service that workouts can be imported from. */
type SupportedService = {
  /** Its name; undefined for the entry that covers all other services. */
  name?: string
  /** The page where its export is requested. */
  site?: string
  /** The steps to export there, one per line. */
  steps: TextKey
}

/** The supported services, the most popular first. */
const SUPPORTED_SERVICES: readonly SupportedService[] = [
  {
    name: 'Strava',
    site: 'https://www.strava.com/athlete/delete_your_account',
    steps: 'moveIn.strava',
  },
  {
    name: 'Garmin Connect',
    site: 'https://www.garmin.com/account/datamanagement/exportdata',
    steps: 'moveIn.garmin',
  },
  { name: 'FitTrackee, Milepost', steps: 'moveIn.fittrackee' },
  { name: 'Polar Flow', site: 'https://account.polar.com', steps: 'moveIn.polar' },
  { name: 'Apple Health', steps: 'moveIn.apple' },
  { name: 'Google Fit', site: 'https://takeout.google.com', steps: 'moveIn.google' },
  { name: 'Runkeeper', site: 'https://runkeeper.com/exportData', steps: 'moveIn.runkeeper' },
  { name: 'Endomondo', steps: 'moveIn.endomondo' },
  { name: 'Fitbit', site: 'https://takeout.google.com', steps: 'moveIn.fitbit' },
  { name: 'Samsung Health', steps: 'moveIn.samsung' },
  { name: 'Huawei Health', steps: 'moveIn.huawei' },
  { name: 'FitoTrack', steps: 'moveIn.fitotrack' },
  { name: 'adidas Running', steps: 'moveIn.adidas' },
  { name: 'Nike Run Club', steps: 'moveIn.nike' },
  { name: 'Intervals.icu', site: 'https://intervals.icu', steps: 'moveIn.table' },
  { name: 'TrainingPeaks', site: 'https://app.trainingpeaks.com', steps: 'moveIn.table' },
  { name: 'MapMyRun', site: 'https://www.mapmyrun.com', steps: 'moveIn.table' },
  { name: 'Zepp (Amazfit)', steps: 'moveIn.table' },
  { steps: 'moveIn.other' },
]

/** Explains how to import from another service: how to export there, and where to upload the export. */
export function MoveInScreen() {
  const navigate = useNavigate()
  const takeIn = (files: File[]) => void navigate({ to: '/workouts/add', state: { files } })
  return (
    <Page
      title={t('moveIn.title')}
      lead={t('moveIn.lead')}
      actions={<Link to="/workouts/tasks">{t('tasks.all')}</Link>}
    >
      <ul className={classes.services} aria-label={t('moveIn.services')}>
        {SUPPORTED_SERVICES.map(({ name, site, steps }) => (
          <li key={name ?? steps}>
            <details name="service" className={classes.service}>
              <summary>{name ?? t('moveIn.otherName')}</summary>
              <ol>
                {t(steps)
                  .split('\n')
                  .map((step) => (
                    <li key={step}>{step}</li>
                  ))}
              </ol>
              {site && (
                <p>
                  <a href={site} rel="noreferrer">
                    {new URL(site).hostname}
                  </a>
                </p>
              )}
            </details>
          </li>
        ))}
      </ul>
      <FilePicker onFiles={takeIn} className={classes.upload}>
        <IconFileUpload size={34} stroke={1.5} />
        <span>
          <strong>{t('moveIn.upload')}</strong>
          <small>{t('moveIn.uploadHint')}</small>
        </span>
      </FilePicker>
      <ul className={classes.remarks}>
        <li>{t('moveIn.comes')}</li>
        <li>{t('moveIn.milepost')}</li>
        <li>{t('moveIn.once')}</li>
        <li>{t('moveIn.undo')}</li>
        <li>{t('moveIn.server')}</li>
        <li>
          <HandbookLink topic="importing" />
        </li>
      </ul>
    </Page>
  )
}
