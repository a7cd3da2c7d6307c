// Command client plays a move by a client that was generated from the document of the API. In an empty folder, with this
// file beside it:
//
//	go mod init example && mkdir client
//	go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 -generate types,client -package client -o client/client.go http://127.0.0.1:8080/api/v1/openapi.json
//	go mod tidy
//	KICKABOUT_TOKEN=$(kickabout token NAME) go run . http://127.0.0.1:8080
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"example/client"
)

func main() {
	ctx := context.Background()
	site, err := client.NewClientWithResponses(os.Args[1], client.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+os.Getenv("KICKABOUT_TOKEN"))
		return nil
	}))
	check(err)
	reserved, err := site.ReserveWithResponse(ctx)
	check(err)
	opponent := "bot:greedy"
	begun, err := site.BeginWithResponse(ctx, client.BeginRequest{
		Id: reserved.JSON201.Id, Game: "onetwofun", Variant: "basic", Clock: "live", Kickoff: "me", Opponent: &opponent,
	})
	check(err)
	if begun.JSON201 == nil {
		log.Fatal(string(begun.Body))
	}
	match, err := begun.JSON201.AsMatch()
	check(err)
	steps := ""
	for {
		next, err := site.StepsWithResponse(ctx, match.Id, &client.StepsParams{Done: &steps})
		check(err)
		if next.JSON200.Move != "" {
			moved, err := site.MoveWithResponse(ctx, match.Id, nil, client.MoveRequest{Seq: match.Seq, Move: next.JSON200.Move})
			check(err)
			if moved.JSON201 == nil {
				log.Fatal(string(moved.Body))
			}
			fmt.Println("moved", next.JSON200.Move, "in", moved.JSON201.Id)
			return
		}
		if steps != "" {
			steps += ","
		}
		steps += (*next.JSON200.Next)[0]
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
