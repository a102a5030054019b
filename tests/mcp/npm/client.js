// The official TypeScript SDK's client does whole researches against fathom; prints one JSON object of what it saw.
//   client.js stdio|http legacy|modern COMMAND-OR-ADDRESS ASK MODEL-URL
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [transport, era, where, ask, model] = process.argv.slice(2);
const { clarify, lend, cancel } = JSON.parse(ask);
const seen = { progress: 0, elicited: 0, sampled: 0 };

const make = () => {
    const client = new Client({ name: 'sdk-test', version: '1' }, {
        capabilities: { elicitation: { form: {} }, sampling: {} },
        versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
    });
    client.setRequestHandler('elicitation/create', async request => {
        seen.elicited++;
        const names = Object.keys(request.params.requestedSchema.properties);
        return { action: 'accept', content: Object.fromEntries(names.map(name => [name, 'Sodium cells'])) };
    });
    client.setRequestHandler('sampling/createMessage', async request => {
        seen.sampled++;
        const answer = await fetch(model, { method: 'POST', body: JSON.stringify(request.params) });
        return await answer.json();
    });
    return client;
};
const connect = async client => {
    await client.connect(transport === 'stdio' ? new StdioClientTransport({ command: where, args: ['mcp'], env: process.env, stderr: 'ignore' })
                                               : new StreamableHTTPClientTransport(new URL(where)));
    return client;
};
const call = (client, name, args, options = {}) => client.callTool({ name, arguments: args },
    { timeout: 120000, onprogress: () => { seen.progress++; }, resetTimeoutOnProgress: true, ...options });

const client = await connect(make());
try {
    seen.tools = (await client.listTools()).tools.length;
    for (const args of [clarify, lend]) {
        const result = await call(client, 'deep_research', args);
        let { status, id, citations } = result.structuredContent ?? {};
        // A call asks the client ten times at the most; what is left goes on with the next one.
        for (let i = 0; i < 600 && (status === 'running' || status === 'queued'); i++) {
            status = (await call(client, 'research_status', { id })).structuredContent.status;
            if (status === 'completed')
                citations = JSON.parse((await call(client, 'research_report', { id, format: 'json' })).content[0].text).citations;
        }
        (seen.done ??= []).push({ status, cited: citations?.length ?? 0, error: result.isError ? result.content[0].text : null });
    }
    const stop = new AbortController();
    const waiting = call(client, 'deep_research', cancel, { signal: stop.signal, onprogress: () => stop.abort('enough') });
    seen.cancelled = await waiting.then(() => false, () => true);
    for (let i = 0; i < 600 && seen.after !== 'cancelled'; i++) {
        const runs = (await call(client, 'research_list', {})).structuredContent.runs;
        seen.after = runs[0].status;
        // Who gives up between two rounds of the new era cannot tell the server: the run waits for a client, and is cancelled by its id.
        if (era === 'modern' && i === 20 && seen.after === 'running')
            await call(client, 'research_cancel', { id: runs[0].id });
        await new Promise(resolve => setTimeout(resolve, 50));
    }
} finally {
    await client.close();
}
console.log(JSON.stringify(seen));
