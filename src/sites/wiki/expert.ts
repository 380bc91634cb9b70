import { invariant } from '../../core/errors.ts';
import type { Action, Observation, Task } from '../../core/types.ts';
import {
  addressOf,
  choose,
  click,
  FIELD,
  fill,
  follow,
  mark,
  nodeOf,
  nodesOf,
  note,
  PRESSABLE,
  press,
  stop,
  tick,
} from '../pick.ts';
import { letterOf } from './find.tsx';
import { gap, type Place, type Plan, planOf } from './plan.ts';
import { type Entry, type Tool, textOf, titleOf, type WikiState } from './update.ts';
import {
  type Article,
  articleOf,
  type Category,
  categoryOf,
  isSection,
  type Part,
  type Revision,
  type WikiWorld,
} from './world.ts';

/** What every step of the expert looks at. */
interface Scene {
  world: WikiWorld;
  state: WikiState;
  seen: Observation;
  plan: Plan;
  path: readonly string[];
  query: URLSearchParams;
}
type Step = Action | undefined;

/** Finds out what has to be written, takes back what is too much, does what is missing, finds the answer, stops. */
export function expert(world: WikiWorld, task: Task, state: WikiState, seen: Observation): Action {
  const plan = planOf(world, task);
  if (!plan) return stop();
  const scene: Scene = { world, state, seen, plan, ...addressOf(seen.tree.url) };
  return repair(scene) ?? (plan.answer && reach(scene, plan.answer.on)) ?? stop(plan.answer?.value);
}

const isAt = ({ path }: Scene, ...place: string[]): boolean =>
  path.length === place.length && place.every((part, i) => path[i] === part);

/** One of a few options, whether they are radio buttons or a select. */
const pickOne = (seen: Observation, label: string, option: string): Step =>
  choose(seen, label, option) ?? mark(seen, option);

/** Opens one of the pages of the article that this page belongs to. */
const open = ({ world, seen }: Scene, tool: Tool): Step =>
  world.layout.tools === 'menu' ? choose(seen, world.label.tools, world.label[tool]) : follow(seen, world.label[tool]);

/** The way to an article, using no more than its first title; undefined once there. */
function toArticle(scene: Scene, article: Article): Step {
  const { state, path, seen } = scene;
  if (isAt(scene, 'wiki', article.id)) return undefined;
  if (path[0] === 'wiki' && path[1] === article.id) return open(scene, 'read');
  return follow(seen, titleOf(state, article)) ?? lookUp(scene, article.title);
}

/** The way to the page that says where a name leads; undefined once there. */
function lookUp(scene: Scene, name: string): Step {
  const { world, seen, query } = scene;
  const { label, layout } = world;
  if (layout.find === 'search') {
    if (isAt(scene, 'search') && query.get('q') === name) return undefined;
    return fill(seen, label.query, name, true);
  }
  if (!isAt(scene, 'index')) return follow(seen, label.index);
  if (layout.find === 'index' || query.get('letter') === letterOf(name)) return undefined;
  return follow(seen, letterOf(name));
}

function toCategory(scene: Scene, { id, name }: Category): Step {
  const { world, seen } = scene;
  const { label, layout } = world;
  if (isAt(scene, 'category', id)) return undefined;
  return follow(seen, name) ?? follow(seen, layout.categories === 'page' ? label.categories : label.home);
}

/** The way to a page of an article. */
function toTool(scene: Scene, article: Article, tool: Tool): Step {
  const { path } = scene;
  if (isAt(scene, 'wiki', article.id, tool)) return undefined;
  return path[0] === 'wiki' && path[1] === article.id ? open(scene, tool) : toArticle(scene, article);
}

/** The way to a place; undefined once there. */
function reach(scene: Scene, place: Place): Step {
  const { world, seen } = scene;
  switch (place.page) {
    case 'article':
      return toArticle(scene, place.article);
    case 'section': {
      const { article, section } = place;
      if (world.layout.sections === 'whole') return toArticle(scene, article);
      if (isAt(scene, 'wiki', article.id, section)) return undefined;
      return toArticle(scene, article) ?? follow(seen, world.label[section]);
    }
    case 'history':
      return toTool(scene, place.article, 'history');
    case 'category':
      return toCategory(scene, place.category);
    case 'near': {
      const { article, of } = place;
      if (isAt(scene, 'wiki', article.id)) return undefined;
      return toArticle(scene, of) ?? follow(seen, titleOf(scene.state, article));
    }
    case 'names':
      return lookUp(scene, place.name);
    default:
      return place satisfies never;
  }
}

/** Notes the text that has to be written but stands elsewhere. */
function learn(scene: Scene): Step {
  const { learn: fact } = scene.plan;
  if (!fact || scene.seen.notes.includes(fact.value)) return undefined;
  return reach(scene, fact.on) ?? note(scene.seen, fact.value);
}

/** Brings the visit to what the task wants: first it takes back what is wrong. */
function repair(scene: Scene): Step {
  const { world, state, plan } = scene;
  const { extra, missing, parts, watched } = gap(state, plan.target);
  const wrong = parts.filter((key) => Object.hasOwn(state.changes, key));
  if (wrong.length + extra.length > 0) {
    const rows = [...Object.keys(state.changes), ...state.entries];
    return undo(scene, rows.indexOf(wrong[0] ?? extra[0]));
  }
  const next = (kind: Entry['kind']): Step => {
    const entry = missing.find((candidate) => candidate.kind === kind);
    return entry && write(scene, entry);
  };
  const [id] = watched;
  return (
    next('article') ??
    (parts.length > 0 ? (learn(scene) ?? change(scene, parts)) : undefined) ??
    (missing.length > 0 ? learn(scene) : undefined) ??
    next('alias') ??
    next('comment') ??
    (id === undefined ? undefined : setWatch(scene, articleIn(world, id)))
  );
}

function articleIn(world: WikiWorld, id: string): Article {
  const article = articleOf(world, id);
  invariant(article, 'wiki expert', 'no such article', id);
  return article;
}

const undo = (scene: Scene, row: number): Step => {
  const { seen, world } = scene;
  if (!isAt(scene, 'mine')) return follow(seen, world.label.mine);
  return click(nodesOf(seen, PRESSABLE, world.label.undo)[row]);
};

/** Lets the first of these parts, keys of changes, say what it should. */
function change(scene: Scene, [key]: readonly string[]): Step {
  const { world, plan, seen } = scene;
  const { label } = world;
  const [id, name] = key.split(':');
  const [article, part, text] = [articleIn(world, id), name as Part, plan.target.changes[key]];
  if (part === 'title')
    return toTool(scene, article, 'names') ?? fill(seen, label.newTitle, text) ?? press(seen, label.rename);
  if (plan.revert) return revert(scene, article, plan.revert);
  return (
    toEdit(scene, article, part) ??
    startOver(scene, article, part) ??
    (part === 'quality' ? pickOne(seen, label.quality, text) : fill(seen, label[part], text)) ??
    press(seen, label.save)
  );
}

/** Reverts an edit: others that were reverted already have no control any more. */
function revert(scene: Scene, article: Article, revision: Revision): Step {
  const { world, state, seen } = scene;
  const rows = article.revisions.filter(({ key, before }) => textOf(state, article, key) !== before);
  return (
    toTool(scene, article, 'history') ?? click(nodesOf(seen, PRESSABLE, world.label.revert)[rows.indexOf(revision)])
  );
}

/** The way to the form that a part is edited in. */
function toEdit(scene: Scene, article: Article, part: Part): Step {
  const { world, seen } = scene;
  const { label, layout } = world;
  if (layout.editing === 'all') return toTool(scene, article, 'edit');
  if (isAt(scene, 'wiki', article.id, 'edit', part)) return undefined;
  const place: Place = isSection(part) ? { page: 'section', article, section: part } : { page: 'article', article };
  return reach(scene, place) ?? follow(seen, `${label.edit} ${label[part]}`);
}

/** Leaves a form with wrong texts in other fields than that of `part`: saving would change those, too. */
function startOver(scene: Scene, article: Article, part: Part): Step {
  const { world, state, seen } = scene;
  const others = [...article.facts, ...article.sections].map(({ key }) => key).filter((key) => key !== part);
  const isWrong = (key: Part): boolean => {
    const text = textOf(state, article, key);
    if (key === 'quality' && world.layout.options === 'radios') {
      const radio = nodeOf(seen, 'radio', text);
      return radio !== undefined && radio.states?.checked !== true;
    }
    const node = nodeOf(seen, FIELD, world.label[key]);
    return node !== undefined && (node.value ?? '') !== text;
  };
  return others.some(isWrong) ? open(scene, 'read') : undefined;
}

function write(scene: Scene, { kind, about, text, title, quality }: Entry): Step {
  const { world, seen } = scene;
  const { label, layout } = world;
  switch (kind) {
    case 'article':
      if (!isAt(scene, 'create')) return follow(seen, label.create);
      return (
        fill(seen, label.title, title) ??
        choose(seen, label.category, categoryOf(world, about)?.name ?? about) ??
        fill(seen, label.text, text) ??
        pickOne(seen, label.quality, quality) ??
        press(seen, label.publish)
      );
    case 'alias':
      return (
        toTool(scene, articleIn(world, about), 'names') ?? fill(seen, label.alias, text) ?? press(seen, label.addAlias)
      );
    case 'comment':
      return (
        (layout.talk === 'page'
          ? toTool(scene, articleIn(world, about), 'talk')
          : toArticle(scene, articleIn(world, about))) ??
        fill(seen, label.comment, text) ??
        press(seen, label.post)
      );
    default:
      return kind satisfies never;
  }
}

function setWatch(scene: Scene, article: Article): Step {
  const { world, seen, plan } = scene;
  const { label, layout } = world;
  const on = plan.target.watched.includes(article.id);
  const way = toArticle(scene, article);
  if (way) return way;
  return layout.watching === 'checkbox' ? tick(seen, label.watch, on) : press(seen, on ? label.watch : label.unwatch);
}
