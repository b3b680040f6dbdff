"""The graph of calls in LangGraph with its SQLite checkpointer; reads the graph as JSON, prints the seconds.

Run by benchmarks/flow.py in an environment of its own, since LangGraph is no dependency of Sourcebook.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Annotated, Any, TypedDict

from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.graph import END, START, StateGraph


def joined(before: dict[str, str], new: dict[str, str]) -> dict[str, str]:
    """Notes by the name of their call."""
    return {**before, **new}


class Book(TypedDict):
    """What the graph passes on: a short note a call, as the flows do."""

    notes: Annotated[dict[str, str], joined]


async def main() -> None:
    """Build, run, print."""
    calls: list[dict[str, Any]] = json.loads(sys.stdin.read())
    graph = StateGraph(Book)
    followed = {name for call in calls for name in call["after"]}
    for call in calls:

        async def carry_out(_book: Book, call: dict[str, Any] = call) -> dict[str, dict[str, str]]:
            await asyncio.sleep(call["seconds"])
            return {"notes": {call["name"]: "x" * 300}}

        graph.add_node(call["name"], carry_out)
        if call["after"]:
            graph.add_edge(list(call["after"]), call["name"])
        else:
            graph.add_edge(START, call["name"])
        if call["name"] not in followed:
            graph.add_edge(call["name"], END)
    async with AsyncSqliteSaver.from_conn_string(sys.argv[1]) as saver:
        compiled = graph.compile(checkpointer=saver)
        started = time.perf_counter()
        await compiled.ainvoke({"notes": {}}, {"configurable": {"thread_id": "1"}, "recursion_limit": 1000})
        print(time.perf_counter() - started)


asyncio.run(main())
