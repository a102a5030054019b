// One run: what is shown of it depends on its state.
import { get } from './api.js';
import { isLive } from './words.js';
import { liveScreen } from './live.js';
import { reportScreen } from './report.js';
import { compareScreen, decideScreen } from './panel.js';
import { askedScreen, planScreen, troubleScreen } from './trouble.js';
import { workScreen } from './timeline.js';
import { askScreen } from './ask.js';

export async function runScreen(id, view) {
  const run = await get(`/research/${encodeURIComponent(id)}`), status = run.runStatus || run.status;
  if (view === 'compare') return compareScreen(run);
  if (view === 'work') return workScreen(run);
  if (status === 'draft') return askScreen({ draft: run.id });
  if (isLive(run)) return liveScreen(run);
  if (status === 'waiting') return run.status === 'awaiting_confirmation' ? decideScreen(run) : run.asks?.type === 'plan' && run.asks.plan?.length ? planScreen(run) : askedScreen(run);
  if (status === 'completed' && run.hasReport) return reportScreen(run);
  return troubleScreen(run);
}
