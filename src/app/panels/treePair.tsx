import { useMemo } from 'preact/hooks';
import type { AXNode, AXTree } from '../../core/types.ts';
import { type NodeDifference, nodeDiff } from '../../page/compare.ts';
import { printNode } from '../../page/text.ts';

type Kind = NodeDifference['kind'];

interface Side {
  title: string;
  /** Past the point where the real page was given. */
  imagined?: boolean;
  tree: AXTree | undefined;
  tags: readonly string[];
  /** The feedback line of the observation. */
  note: string;
}

export interface TreePairProps {
  left: Side & { tree: AXTree };
  /** `instead`: what to say when there is no tree. */
  right: Side & { instead: string };
  words: Record<Kind, string>;
}

/** Never by colour alone: every kind has its sign. */
const SIGNS: Record<Kind, string> = { matched: '=', 'wrong-attribute': '≠', missing: '−', invented: '+' };
const KINDS: readonly Kind[] = ['matched', 'wrong-attribute', 'missing', 'invented'];

/** Two accessibility trees, node beside node, with what differs. */
export function TreePair({ left, right, words }: TreePairProps) {
  const pairs = useMemo(() => (right.tree ? nodeDiff(left.tree.nodes, right.tree.nodes) : []), [left.tree, right.tree]);
  const count = (kind: Kind): number => pairs.filter((pair) => pair.kind === kind).length;
  const alone = (node: AXNode, key: number) => (
    <div class="pair" key={key}>
      <Line node={node} />
      <div />
    </div>
  );
  return (
    <>
      <ul class="legend">
        {KINDS.map((kind) => (
          <li key={kind}>
            <b class={`kind-${kind}`} aria-hidden="true">
              {SIGNS[kind]}
            </b>
            {words[kind]} <strong class="number">{count(kind)}</strong>
          </li>
        ))}
      </ul>
      <div class="trees">
        <div class="heads">
          <Head side={left} />
          <Head side={right} />
        </div>
        {!right.tree && <p class="empty">{right.instead}</p>}
        <div class="rows">
          {right.tree
            ? pairs.map((pair, i) => (
                <Pair key={i} pair={pair} left={left.tree.nodes} right={right.tree!.nodes} words={words} />
              ))
            : left.tree.nodes.map(alone)}
        </div>
      </div>
    </>
  );
}

const Head = ({ side: { title, imagined, tree, tags, note } }: { side: Side }) => (
  <div class={imagined ? 'imagined' : ''}>
    {title}
    {tree && <code>{tree.url}</code>}
    {tags.map((tag) => (
      <span class="tag bad" key={tag}>
        {tag}
      </span>
    ))}
    {note && <span class="soft small">{note}</span>}
  </div>
);

function Pair({
  pair,
  left,
  right,
  words,
}: {
  pair: NodeDifference;
  left: readonly AXNode[];
  right: readonly AXNode[];
  words: TreePairProps['words'];
}) {
  const { kind } = pair;
  const parts = pair.kind === 'wrong-attribute' ? pair.parts.join(', ') : '';
  const word = `${words[kind]}${parts && ` (${parts})`}`;
  const show = (node: AXNode | undefined) => (node ? <Line node={node} kind={kind} word={word} /> : <div />);
  return (
    <div class={kind === 'matched' ? 'pair same' : 'pair'}>
      {show('real' in pair ? left[pair.real] : undefined)}
      {show('dreamed' in pair ? right[pair.dreamed] : undefined)}
    </div>
  );
}

/** One node: sign, role, the rest as an agent reads it. */
function Line({ node, kind, word = '' }: { node: AXNode; kind?: Kind; word?: string }) {
  const text = printNode(node).slice(node.role.length);
  return (
    <div class={kind && kind !== 'matched' ? `kind-${kind}` : ''} title={kind === 'matched' ? undefined : word}>
      <b>
        <span aria-hidden="true">{kind && SIGNS[kind]}</span>
        {kind !== 'matched' && <span class="hidden">{word}: </span>}
      </b>
      <span class="text" style={`--depth: ${node.depth}`}>
        <em>{node.role}</em>
        {text}
      </span>
    </div>
  );
}
