import { useMemo } from 'preact/hooks';
import { alarmNote } from '../../train/alarm.ts';
import { dreamAlarm } from '../curves.ts';
import type { Library, Offer } from '../library.ts';
import type { RunController, RunView } from '../runController.ts';
import { useTask } from './useTask.ts';

export interface BannersProps {
  view: RunView;
  offers: readonly Offer[];
  controller: RunController;
  library: Library;
}

/** What needs a person's attention: runs to resume, failures, workers that were restarted, dreams that fool the agent. */
export function Banners({ view, offers, controller, library }: BannersProps) {
  const { phase, failure, notices, run, curves } = view;
  const alarm = useMemo(() => dreamAlarm(curves), [curves]);
  const free = phase !== 'running' && phase !== 'paused' && phase !== 'stopping';
  // An unfinished run that is shown already goes on with Start.
  const shown = free ? offers.filter((offer) => phase !== 'idle' || offer.run.id !== run?.id) : [];
  return (
    <>
      {failure && (
        <div class="banner bad" role="alert">
          <p>
            <strong>{run ? `${run.name} could not go on.` : 'That did not work.'}</strong> {failure}
          </p>
        </div>
      )}
      {notices.map((notice) => (
        <div class="banner warn" role="status" key={notice}>
          <p>{notice}</p>
        </div>
      ))}
      {alarm && (
        <div class="banner warn" role="alert">
          <p>{alarmNote(alarm)}</p>
        </div>
      )}
      {shown.map((offer) => (
        <Resume key={offer.run.id} offer={offer} controller={controller} library={library} />
      ))}
    </>
  );
}

function Resume({ offer, controller, library }: { offer: Offer; controller: RunController; library: Library }) {
  const { run, where } = offer;
  const discard = useTask();
  return (
    <div class="banner" data-offer={run.id}>
      <p>
        Run <strong>{run.name}</strong> stopped at {where}. Nothing before that is lost.
        {discard.problem && <> {discard.problem}</>}
      </p>
      <div class="row">
        <button type="button" class="main" onClick={() => void controller.begin(run)}>
          Resume
        </button>
        <button type="button" disabled={discard.busy} onClick={() => discard.run(() => library.remove(run.id))}>
          Discard
        </button>
      </div>
    </div>
  );
}
